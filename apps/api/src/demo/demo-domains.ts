/** The password of every demo clerk. */
export const DEMO_PASSWORD = 'scantix-demo';

export interface DemoClerk {
  readonly login: string;
  readonly userName: string;
  readonly workgroup: string;
}

export interface DemoDomain {
  readonly name: string;
  /** Each workgroup with the checkpoints where it scans. */
  readonly workgroups: Readonly<Record<string, readonly string[]>>;
  readonly checkpoints: readonly string[];
  readonly clerks: readonly DemoClerk[];
}

export const HARBOUR_LIGHTS: DemoDomain = {
  name: 'Harbour Lights',
  checkpoints: ['Gate A, harbour', 'Gate B, main hall', 'Gate C, north', 'Backstage door'],
  workgroups: {
    'Gate team': ['Gate A, harbour', 'Gate B, main hall', 'Gate C, north'],
    Backstage: ['Gate C, north', 'Backstage door'],
    Supervisors: ['Gate A, harbour', 'Gate B, main hall', 'Gate C, north', 'Backstage door'],
  },
  clerks: [
    { login: 'm.okafor', userName: 'Miriam Okafor', workgroup: 'Gate team' },
    { login: 'j.brandt', userName: 'Jonas Brandt', workgroup: 'Gate team' },
    { login: 's.qureshi', userName: 'Sana Qureshi', workgroup: 'Backstage' },
    { login: 'p.zielinski', userName: 'Piotr Zieliński', workgroup: 'Supervisors' },
  ],
};

export const OLD_MILL: DemoDomain = {
  name: 'Old Mill Theatre',
  checkpoints: ['Main entrance', 'Balcony door', 'Stage door'],
  workgroups: {
    'Front of house': ['Main entrance', 'Balcony door'],
    'Stage crew': ['Stage door'],
  },
  clerks: [
    { login: 'a.lindqvist', userName: 'Astrid Lindqvist', workgroup: 'Front of house' },
    { login: 't.reyes', userName: 'Tomás Reyes', workgroup: 'Stage crew' },
  ],
};

export const DEMO_DOMAINS: readonly DemoDomain[] = [HARBOUR_LIGHTS, OLD_MILL];
