import type { Right } from '@scantix/api-contract';
import { PUBLISHED_PASSWORD } from '../auth/published-password.ts';

/** The password of every demo clerk, unless another one is drawn. */
export const DEMO_PASSWORD = PUBLISHED_PASSWORD;

export interface DemoClerk {
  readonly login: string;
  readonly userName: string;
  readonly workgroup: string;
}

export interface DemoWorkgroup {
  /** The names of the checkpoints where it scans. */
  readonly checkpoints: readonly string[];
  readonly rights: readonly Right[];
}

export interface DemoDomain {
  readonly name: string;
  readonly workgroups: Readonly<Record<string, DemoWorkgroup>>;
  readonly checkpoints: readonly string[];
  readonly clerks: readonly DemoClerk[];
  /** What its tickets' codes begin with. */
  readonly prefix: string;
  /** Its part of the demo's tickets, from 0 to 1. */
  readonly share: number;
  /** About how many come with a ticket on the demo's day; all, where there are fewer tickets. */
  readonly visitors: number;
}

const ALL: readonly Right[] = ['scan', 'supervise', 'manage'];

export const HARBOUR_LIGHTS: DemoDomain = {
  name: 'Harbour Lights',
  checkpoints: ['Gate A, harbour', 'Gate B, main hall', 'Gate C, north', 'Backstage door'],
  workgroups: {
    'Gate team': { checkpoints: ['Gate A, harbour', 'Gate B, main hall', 'Gate C, north'], rights: ALL },
    Backstage: { checkpoints: ['Gate C, north', 'Backstage door'], rights: ['scan'] },
    Supervisors: {
      checkpoints: ['Gate A, harbour', 'Gate B, main hall', 'Gate C, north', 'Backstage door'],
      rights: ['scan', 'supervise'],
    },
  },
  clerks: [
    { login: 'm.okafor', userName: 'Miriam Okafor', workgroup: 'Gate team' },
    { login: 'j.brandt', userName: 'Jonas Brandt', workgroup: 'Gate team' },
    { login: 's.qureshi', userName: 'Sana Qureshi', workgroup: 'Backstage' },
    { login: 'p.zielinski', userName: 'Piotr Zieliński', workgroup: 'Supervisors' },
  ],
  prefix: 'HL',
  share: 0.8,
  visitors: 480,
};

const OLD_MILL: DemoDomain = {
  name: 'Old Mill Theatre',
  checkpoints: ['Main entrance', 'Balcony door', 'Stage door'],
  workgroups: {
    'Front of house': { checkpoints: ['Main entrance', 'Balcony door'], rights: ALL },
    'Stage crew': { checkpoints: ['Stage door'], rights: ['scan', 'supervise'] },
  },
  clerks: [
    { login: 'a.lindqvist', userName: 'Astrid Lindqvist', workgroup: 'Front of house' },
    { login: 't.reyes', userName: 'Tomás Reyes', workgroup: 'Stage crew' },
  ],
  prefix: 'OM',
  share: 0.2,
  visitors: 120,
};

export const DEMO_DOMAINS: readonly DemoDomain[] = [HARBOUR_LIGHTS, OLD_MILL];
