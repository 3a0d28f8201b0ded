/** A MikroTik router with a hotspot that speaks the RouterOS API over TCP. */

import type { SimulatorStore } from "../store.ts";
import { ApiServer } from "./api-server.ts";
import { boxOf } from "./box.ts";
import { changePassword } from "./change-password.ts";
import type { ReplySentence } from "./commands.ts";
import { carryOut, replyTo, targetOf, trapReply } from "./commands.ts";
import { type ControlAnswer, type ControlBody, control, handle } from "./control.ts";
import { defaultFaults, type Faults } from "./faults.ts";
import { fromWire } from "./framing.ts";
import { join, serverChanged } from "./hosts.ts";
import { type LineReport, lineReport } from "./line-report.ts";
import { passDownloads } from "./line-traffic.ts";
import { isReachable, type PhoneReport, phoneReport, type RouterReport, routerReport } from "./report.ts";
import type { Command } from "./sentence.ts";
import {
  type ApiUser,
  firstInterfaceLists,
  firstPppProfiles,
  firstState,
  type RouterOptions,
  type Settings,
  settingsOf,
} from "./settings.ts";
import { type RouterState, readState, writeState } from "./state.ts";
import { settle } from "./timeline.ts";
import { Trap } from "./trap.ts";
import { type DeviceReport, deviceReport, renewAddresses } from "./wired.ts";
import { type World, wallTime } from "./world.ts";

const keptWrites = 200;

export class RouterSimulator implements World {
  readonly settings: Settings;
  readonly state: RouterState;
  readonly faults: Faults;
  readonly #clock: { now(): number };
  readonly #store: SimulatorStore;
  readonly #server: ApiServer;
  /** The moment that an event of the past sees while it is being made up for. */
  #eventTime: number | null = null;

  /** Continues from the store, or starts as a router fresh from its first boot. */
  constructor(options: RouterOptions) {
    this.settings = settingsOf(options);
    this.faults = { ...defaultFaults(this.settings.version), ...options.faults };
    this.#clock = options.clock;
    this.#store = options.store;
    const kept = options.store.load();
    this.state = kept === undefined ? firstState(options, options.clock.now()) : readState(kept);
    // One that was kept by a simulator from before there was anything around the hotspot.
    this.state.box ??= boxOf(this.settings.version, this.settings.release, options.box);
    this.state.tables.bindings ??= [];
    this.state.tables.secrets ??= [];
    this.state.tables.pppProfiles ??= firstPppProfiles();
    this.state.tables.addressLists ??= [];
    this.state.tables.addressLists6 ??= [];
    this.state.tables.interfaceLists ??= firstInterfaceLists();
    for (const table of ["leases", "arp", "queues"] as const) this.state.tables[table] ??= [];
    this.state.dialled ??= [];
    this.state.wired ??= [];
    this.state.arpModes ??= {};
    this.#server = new ApiServer(this);
    if (kept === undefined)
      for (const host of options.hosts ?? []) join(this, host.mac.toUpperCase(), host.ip);
    this.settle();
    this.save();
  }

  get users(): readonly ApiUser[] {
    const { accounts = {} } = this.state;
    const others = this.settings.users.filter(({ name }) => !(name in accounts));
    return [...others, ...Object.values(accounts)];
  }

  get port(): number {
    return this.#server.port ?? 8728;
  }

  get apiPeers(): readonly string[] {
    return this.#server.peers;
  }

  /** The router's steady clock in milliseconds; it does not follow /system/clock/set. */
  now(): number {
    return this.#eventTime ?? this.#clock.now() + this.state.advancedMs;
  }

  /** On 127.0.0.1 unless told; 0 takes a free port. */
  listen(port = 0, address?: string): Promise<{ port: number }> {
    return this.#server.listen(port, address);
  }

  /** Ends every connection and the listening; the state stays in the store. */
  close(): Promise<void> {
    return this.#server.close();
  }

  setFaults(faults: Partial<Faults>): void {
    this.settle();
    Object.assign(this.faults, faults);
    if (faults.hotspotAllowed !== undefined) serverChanged(this);
    this.save();
  }

  /** Every fault back to the default of the version. */
  clearFaults(): void {
    this.setFaults(defaultFaults(this.settings.version));
  }

  /** The body of `POST /control/router`; 400 and a sentence for what cannot happen here. */
  control(body: ControlBody): ControlAnswer {
    return control(this, body);
  }

  /** Answers `/control/router` and `/control/router/phone`; undefined for every other path. */
  handle(request: Request): Promise<Response | undefined> {
    return handle(this, request);
  }

  report(): RouterReport {
    this.settle();
    return routerReport(this);
  }

  phone(mac: string): PhoneReport {
    this.settle();
    return phoneReport(this, mac.toUpperCase());
  }

  line(name: string, portal: string): LineReport {
    this.settle();
    return lineReport(this, name, portal);
  }

  /** A device in one of the router's own networks. */
  device(mac: string, portal: string): DeviceReport {
    this.settle();
    return deviceReport(this, mac.toUpperCase(), portal);
  }

  /** Do the packets of this phone go through? */
  isOnline(mac: string): boolean {
    return this.phone(mac).online;
  }

  isReachable(): boolean {
    this.settle();
    return isReachable(this);
  }

  dropConnections(): void {
    this.#server.dropConnections();
  }

  /** Lets happen what was due, and keeps it. */
  settle(): void {
    const now = this.now();
    const setNow = (at: number | null) => {
      this.#eventTime = at;
    };
    const isChanged = settle(this, now, setNow);
    renewAddresses(this);
    if (passDownloads(this) || isChanged) this.save();
  }

  save(): void {
    // Nothing changes the state without saving it, so a store in memory may write it when it is asked for.
    this.#store.save(() => writeState(this.state));
  }

  answer(command: Command, account: ApiUser, connection: number): ReplySentence[] {
    this.settle();
    try {
      if (command.path === "/password")
        return this.#write(command, account, connection, () => changePassword(this, command, account));
      const target = targetOf(this, command.path);
      const call = { world: this, command, account };
      if (!target.verb.writes) return replyTo(this, target, carryOut(target, call));
      return this.#write(command, account, connection, () => replyTo(this, target, carryOut(target, call)));
    } catch (error) {
      if (!(error instanceof Trap)) throw error;
      return trapReply(error);
    }
  }

  /** An API user as a script makes it, or changes it. */
  setAccount(account: ApiUser): void {
    this.state.accounts = { ...this.state.accounts, [account.name]: account };
    this.save();
  }

  loggedIn(success: boolean): void {
    if (success) this.state.logins += 1;
    else this.state.failedLogins += 1;
    this.save();
  }

  /** Records and keeps a write before its reply leaves, refused ones too. */
  #write(
    command: Command,
    account: ApiUser,
    connection: number,
    run: () => ReplySentence[],
  ): ReplySentence[] {
    let outcome = "done";
    try {
      return run();
    } catch (error) {
      outcome = error instanceof Error ? error.message : "failed";
      throw error;
    } finally {
      const attributes = [...command.attributes].map(([name, given]) => [
        fromWire(name),
        /password|secret/.test(name) ? "***" : fromWire(given),
      ]);
      this.state.writes.push({
        at: new Date(wallTime(this)).toISOString(),
        user: account.name,
        connection,
        command: fromWire(command.path),
        attributes: Object.fromEntries(attributes),
        outcome: fromWire(outcome),
      });
      this.state.writeCommands += 1;
      if (this.state.writes.length > keptWrites) this.state.writes.shift();
      this.save();
    }
  }
}
