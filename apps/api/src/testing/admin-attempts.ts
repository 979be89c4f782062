import * as admin from '@scantix/api-contract/admin';
import type { Attempt } from './call-attempts.ts';

/**
 * One attempt of every call of the administration, by its name. `names`: whether the call belongs to a domain. None takes
 * away what the others need.
 */
export const ADMIN_ATTEMPTS: Readonly<Record<string, Attempt>> = {
  listDomains: { names: false, try: ({ send }) => send(admin.listDomains) },
  createDomain: {
    names: false,
    try: ({ send, server }) => send(admin.createDomain, { body: { name: `Domain ${server.newId()}` } }),
  },
  changeDomain: {
    names: true,
    try: ({ send, things }) => send(admin.changeDomain, { params: { domain: things.domainId }, body: {} }),
  },
};
