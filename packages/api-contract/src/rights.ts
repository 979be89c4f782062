/** The rights that a workgroup is given. */
export const WORKGROUP_RIGHTS = ['scan', 'supervise', 'manage'] as const;

/**
 * What a clerk may do, by the workgroup. `scan`: scan, take own scans back, read the log of the own checkpoints, look one
 * ticket up. `search`: find tickets by name without `supervise`, a setting of a workgroup that has `scan`. `supervise`:
 * reports, everybody's scans, exports, conflicts, others' undos. `manage`: tickets, clerks, checkpoints, devices, keys.
 */
export const RIGHTS = [...WORKGROUP_RIGHTS, 'search'] as const;
/** What a clerk may do: see {@link RIGHTS}. */
export type Right = (typeof RIGHTS)[number];

/**
 * Who may make a call: `anybody`, every clerk with a `session`, clerks with one of these rights, or only whoever `operate`s
 * the server. The operator may make every call of the administration.
 */
export type CallNeeds = 'anybody' | 'session' | 'operate' | readonly Right[];

/** Whether a clerk with these rights may make a call. Pure. */
export function mayCall(rights: readonly Right[], { needs }: { readonly needs: CallNeeds }): boolean {
  if (typeof needs === 'string') return needs !== 'operate';
  return needs.some((right) => rights.includes(right));
}
