import * as contract from "../../contract/gateways.ts";
import * as own from "../../contract/own-gateways.ts";
import { say } from "../../contract/texts.ts";
import { banks } from "../../contract/values/banks.ts";
import { mobileMoney } from "../../contract/values/mobile-money.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf } from "../audit/index.ts";
import { addOwnGateway, offeredGateways, removeOwnGateway } from "./add-own-gateway.ts";
import { catalogue } from "./catalogue.ts";
import { editGateway } from "./edit-gateway.ts";
import { ownGateways } from "./own-gateways.ts";
import { createGateway, deleteGateway, providerGateways } from "./provider-gateways.ts";

export function mountGateways(app: App): void {
  for (const list of [contract.listBanks, contract.banksFile]) route(app, list, async () => [...banks]);
  for (const list of [contract.listMobileMoney, contract.mobileMoneyFile])
    route(app, list, async () => [...mobileMoney]);

  route(app, own.listOwnGateways, async ({ ctx, caller }) => ownGateways(ctx, providerOf(caller).providerId));

  route(app, own.offeredGateways, async ({ ctx }) => offeredGateways(ctx));

  route(app, own.addOwnGateway, async ({ ctx, caller, body }) =>
    addOwnGateway(ctx, providerOf(caller).providerId, body, actorOf(caller)),
  );

  route(app, own.removeOwnGateway, async ({ ctx, caller, params: { id } }) => {
    await removeOwnGateway(ctx, providerOf(caller).providerId, id, actorOf(caller));
    return { success: true as const, message: say("own_gateway_removed") };
  });

  route(app, contract.listPaymentGateways, async ({ ctx }) => catalogue(ctx));

  route(app, contract.listProviderGateways, async ({ ctx, params }) => providerGateways(ctx, params.id));

  route(app, contract.createProviderGateway, async ({ ctx, caller, params, body }) =>
    createGateway(ctx, params.id, body, actorOf(caller)),
  );

  route(app, contract.updateProviderGateway, async ({ ctx, caller, params, body }) =>
    editGateway(ctx, { providerId: params.id, id: params.configId }, body, actorOf(caller)),
  );

  route(app, contract.deleteProviderGateway, async ({ ctx, caller, params }) => {
    await deleteGateway(ctx, { providerId: params.id, id: params.configId }, actorOf(caller));
    return { success: true as const };
  });
}
