import { compileMessage } from "@lingui/message-utils/compileMessage";
import { takeParser } from "../language.ts";

takeParser(compileMessage);
