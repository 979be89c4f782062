import type * as fc from 'fast-check';
import { compare } from './compare.ts';
import { effectOf, isUndone } from './reference.ts';
import { CLERKS, type Clerk, type Model, pass, type System, settle } from './system.ts';

/** With more effects a ticket's state no longer names all of them, and the device may not decide. */
const MAX_EFFECTS = 7;

type Step = (model: Model, system: System) => Promise<void>;

/** One command: time passes, one step runs, then model and system settle and are compared. */
export class Command implements fc.AsyncCommand<Model, System> {
  readonly #name: string;
  readonly #may: (model: Readonly<Model>) => boolean;
  readonly #step: Step;

  constructor(name: string, step: Step, may: (model: Readonly<Model>) => boolean = () => true) {
    this.#name = name;
    this.#may = may;
    this.#step = step;
  }

  check(model: Readonly<Model>): boolean {
    return this.#may(model);
  }

  async run(model: Model, system: System): Promise<void> {
    await pass(model, system, 1_000);
    await this.#step(model, system);
    await settle(model, system);
    await compare(model, system);
  }

  toString(): string {
    return this.#name;
  }
}

export const isSignedIn = ({ clerk }: Readonly<Model>) => clerk !== null;
export const domainOf = ({ clerk }: Readonly<Model>) => CLERKS[clerk as Clerk];
export const hasScanned = (model: Readonly<Model>) =>
  isSignedIn(model) && model.domains[domainOf(model)].log.length > 0;

/** Whether the ticket's state still names every effect after one more. */
export function isNamed(model: Readonly<Model>, code: string): boolean {
  const { tickets, log } = model.domains[domainOf(model)];
  const own = log.filter((scan) => scan.code === code && !isUndone(scan) && effectOf(scan.shown, scan.mode));
  return (tickets.get(code)?.effects.length ?? 0) + own.length < MAX_EFFECTS;
}
