import { createHash, createHmac, timingSafeEqual } from "node:crypto";

// A store that speaks as much of S3 as a backup needs: files of one bucket are put and read, each request signed by AWS' Signature Version 4
// (docs.aws.amazon.com, "Create a signed AWS API request"). Strict: a signature that misses a header, a body that is not the one that was signed, another
// region, or a clock that is off by a quarter of an hour is refused.

type Key = { id: string; secret: string; may: readonly ("PUT" | "GET")[] };
type Options = { bucket: string; region: string; keys: readonly Key[]; now?: () => number };

const offMs = 15 * 60_000;
const wanted = ["host", "x-amz-content-sha256", "x-amz-date"];

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();

export class S3Simulator {
  /** By their keys. */
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  /** What was refused, and why. */
  readonly refused: string[] = [];
  /** Nothing is answered but this status. */
  failing: number | null = null;
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  async fetch(request: Request): Promise<Response> {
    if (this.failing !== null) return fault(this.failing, "InternalError");
    const body = new Uint8Array(await request.arrayBuffer());
    const why = this.faultOf(request, body);
    if (why !== null) {
      this.refused.push(why);
      return fault(403, why);
    }
    const [, bucket, ...parts] = new URL(request.url).pathname.split("/").map(decodeURIComponent);
    const key = parts.join("/");
    if (bucket !== this.options.bucket) return fault(404, "NoSuchBucket");
    if (request.method === "PUT") {
      this.files.set(key, body);
      return new Response(null, {
        status: 200,
        headers: { etag: `"${createHash("md5").update(body).digest("hex")}"` },
      });
    }
    const found = this.files.get(key);
    if (request.method !== "GET") return fault(405, "MethodNotAllowed");
    return found ? new Response(found) : fault(404, "NoSuchKey");
  }

  /** As S3 names it; null = it is signed as it has to be. */
  private faultOf(request: Request, body: Uint8Array): string | null {
    const { headers } = request;
    const given =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
        headers.get("authorization") ?? "",
      );
    if (!given) return "AccessDenied";
    const [, id = "", day = "", region = "", list = "", signature = ""] = given;
    const key = this.options.keys.find((one) => one.id === id);
    if (!key) return "InvalidAccessKeyId";
    if (region !== this.options.region) return "AuthorizationHeaderMalformed";
    const at = headers.get("x-amz-date") ?? "";
    const moment = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
    if (!at.startsWith(day) || !(Math.abs(moment - (this.options.now ?? Date.now)()) <= offMs))
      return "RequestTimeTooSkewed";
    const signed = list.split(";");
    if (wanted.some((name) => !signed.includes(name))) return "AccessDenied";
    const digest = headers.get("x-amz-content-sha256") ?? "";
    if (digest !== sha256(body) && !(request.method === "GET" && digest === "UNSIGNED-PAYLOAD"))
      return "XAmzContentSHA256Mismatch";
    const url = new URL(request.url);
    const path = url.pathname
      .split("/")
      .map((part) => encodeURIComponent(decodeURIComponent(part)).replace(/[!'()*]/g, percent))
      .join("/");
    const value = (name: string) => (name === "host" ? url.host : (headers.get(name) ?? "")).trim();
    const canonical = [
      request.method,
      path,
      [...url.searchParams]
        .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
        .sort()
        .join("&"),
      ...signed.map((name) => `${name}:${value(name)}`),
      "",
      list,
      digest,
    ].join("\n");
    const scope = `${day}/${region}/s3/aws4_request`;
    const text = ["AWS4-HMAC-SHA256", at, scope, sha256(canonical)].join("\n");
    const steps = [day, region, "s3", "aws4_request"];
    const own = steps.reduce<Buffer | string>((from, step) => hmac(from, step), `AWS4${key.secret}`);
    const right = hmac(own, text).toString("hex");
    if (!timingSafeEqual(Buffer.from(right), Buffer.from(signature))) return "SignatureDoesNotMatch";
    return key.may.includes(request.method as "PUT" | "GET") ? null : "AccessDenied";
  }
}

const percent = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;

function fault(status: number, code: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`, {
    status,
    headers: { "content-type": "application/xml" },
  });
}
