import { Command, domainOf, isNamed, isSignedIn } from './command.ts';
import { same } from './compare.ts';
import { isLate, judge, type ModelRights, mayUndo, withdraw, withEffect } from './reference.ts';
import { serverOf, tabAt } from './system.ts';

export const useElsewhere = (code: string) =>
  new Command(
    `useElsewhere(${code})`,
    async (model, system) => {
      const domain = model.domains[domainOf(model)];
      const ticket = domain.tickets.get(code);
      if (!ticket || judge(ticket, 'entry', model.now) !== 'accepted ok') return;
      model.scans += 1;
      domain.tickets.set(code, withEffect(ticket, { scan: -model.scans, kind: 'enter', at: model.now }));
      system.ids.set(-model.scans, await serverOf(system, domainOf(model)).scanElsewhere(code));
    },
    (model) => isSignedIn(model) && isNamed(model, code),
  );

/** The newest effect of a ticket is taken back: at another device, or for another device at this one. */
export const undoElsewhere = (tab: number, code: string) =>
  new Command(
    `undoElsewhere(tab ${tab}, ${code})`,
    async (model, system) => {
      const domain = model.domains[domainOf(model)];
      const effect = domain.tickets
        .get(code)
        ?.effects.toSorted((a, b) => a.scan - b.scan)
        .at(0);
      if (!effect) return;
      const own = domain.log.find(({ number }) => number === effect.scan);
      const id = system.ids.get(effect.scan) ?? '';
      const isInTime = !isLate({ receivedAt: own ? own.receivedAt : effect.at }, model.now);
      if (own) {
        if (isInTime) own.isUndoneElsewhere = true;
        same('undo elsewhere', await serverOf(system, domainOf(model)).undoElsewhere(id), isInTime);
      } else {
        const may = isInTime && mayUndo(domain, { clerk: model.clerk ?? '', scannedBy: '' });
        const answer = await tabAt(system, tab).ledger.undoElsewhere(id);
        same('undo for another device', answer.ok && answer.value.status === 'recorded', model.online && may);
        if (!model.online || !may) return;
      }
      if (isInTime) withdraw(domain, code, effect.scan);
    },
    isSignedIn,
  );

export const changeTicket = (code: string, cancelled: boolean) =>
  new Command(
    `changeTicket(${code}, ${cancelled ? 'cancelled' : 'valid'})`,
    async (model, system) => {
      const { tickets } = model.domains[domainOf(model)];
      const before = tickets.get(code);
      tickets.set(code, { allowed: 1, effects: [], ...before, cancelled });
      await serverOf(system, domainOf(model)).setTicket(code, { status: cancelled ? 'cancelled' : 'valid' });
    },
    isSignedIn,
  );

export const allow = (code: string, entries: number) =>
  new Command(
    `allow(${code}, ${entries} entries)`,
    async (model, system) => {
      const { tickets } = model.domains[domainOf(model)];
      tickets.set(code, { cancelled: false, effects: [], ...tickets.get(code), allowed: entries });
      await serverOf(system, domainOf(model)).setTicket(code, { entries_allowed: entries });
    },
    isSignedIn,
  );

export const limit = (rights: ModelRights) =>
  new Command(`limit(ben, ${rights})`, async ({ domains }, system) => {
    domains.north.rights.set('ben', rights);
    const all = ['scan', 'supervise'] as const;
    const given = { none: [], scan: ['scan'] as const, supervise: all }[rights];
    await serverOf(system, 'north').limitColleague({ rights: given });
  });

export const acknowledge = () =>
  new Command(
    'acknowledge',
    async (model, system) => {
      const { ledger } = tabAt(system, 0);
      const [conflict] = (await ledger.listDecisions()).conflicts;
      const { ok: done } = await ledger.acknowledgeConflict(conflict?.id ?? '');
      if (done) model.domains[domainOf(model)].conflicts -= 1;
      same('acknowledge', done, model.online);
    },
    (model) => isSignedIn(model) && model.domains[domainOf(model)].conflicts > 0,
  );
