import { type Right, WORKGROUP_RIGHTS } from '@scantix/api-contract';

/** What the clerks of a workgroup may do. A right that this build does not know is none. */
export function rightsOf(workgroup: { readonly rights: readonly string[]; readonly name_search: boolean }): Right[] {
  const given = WORKGROUP_RIGHTS.filter((right) => workgroup.rights.includes(right));
  return workgroup.name_search && given.includes('scan') ? [...given, 'search'] : given;
}
