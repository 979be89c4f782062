import { Command } from './command.ts';
import {
  type Clerk,
  type Model,
  openTab,
  pass,
  refresh,
  type System,
  setOnline,
  settle,
  signIn,
  tabAt,
} from './system.ts';

export async function killTab(model: Model, system: System, tab: number): Promise<void> {
  const killed = tabAt(system, tab);
  killed.kill();
  system.tabs.splice(system.tabs.indexOf(killed), 1);
  model.tabs = system.tabs.length;
  if (system.tabs.length === 0) await startTab(model, system);
}

/** A new page sends what waits and refreshes its tickets. */
async function startTab(model: Model, system: System): Promise<void> {
  await openTab(system);
  model.tabs = system.tabs.length;
  await settle(model, system);
  await refresh(model, system);
}

export const setNetwork = (online: boolean, isKnown: boolean) =>
  new Command(online ? 'online' : `offline(${isKnown ? 'known' : 'unknown'})`, async (model, system) => {
    model.online = online;
    setOnline(system, online);
    // A browser may not notice that it is offline.
    if (!isKnown) system.online = true;
  });

export const changeClerk = (clerk: Clerk | null) =>
  new Command(clerk ? `signIn(${clerk})` : 'signOut', async (model, system) => {
    model.clerk = clerk;
    signIn(system, clerk);
    await settle(model, system);
    await refresh(model, system);
  });

export const openSecondTab = () => new Command('openTab', startTab, ({ tabs }) => tabs < 2);

export const kill = (tab: number) => new Command(`kill(tab ${tab})`, (model, system) => killTab(model, system, tab));

export const updateSnapshot = () => new Command('updateSnapshot', refresh);

export const wait = (ms: number) => new Command(`wait(${ms / 1_000} s)`, (model, system) => pass(model, system, ms));
