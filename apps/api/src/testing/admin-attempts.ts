import * as admin from '@scantix/api-contract/admin';
import type { Attempt } from './call-attempts.ts';
import { TEST_DEVICE } from './start-test-server.ts';
import { WEBHOOK_ATTEMPTS } from './webhook-attempts.ts';

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
  importDomainTickets: {
    names: true,
    try: ({ send, things }) =>
      send(admin.importDomainTickets, {
        params: { domain: things.domainId },
        body: 'barcode\nIMPORTED-BY-THE-OPERATOR\n',
      }),
  },
  exportTickets: {
    names: true,
    try: ({ send, things }) =>
      send(admin.exportTickets, { params: { domain: things.domainId }, query: { format: 'ndjson' } }),
  },
  listTickets: {
    names: true,
    try: ({ send, things }) => send(admin.listTickets, { params: { domain: things.domainId }, body: {} }),
  },
  showTicket: {
    names: true,
    try: ({ send, things }) =>
      send(admin.showTicket, { params: { domain: things.domainId }, body: { barcode: things.barcode } }),
  },
  cancelTickets: {
    names: true,
    try: ({ send, things }) =>
      send(admin.cancelTickets, { params: { domain: things.domainId }, body: { barcodes: [things.barcode] } }),
  },
  eraseHolder: {
    names: true,
    try: ({ send, things }) =>
      send(admin.eraseHolder, { params: { domain: things.domainId }, body: { holder: 'Nobody at all' } }),
  },
  changeDomain: {
    names: true,
    try: ({ send, things }) => send(admin.changeDomain, { params: { domain: things.domainId }, body: {} }),
  },
  listDevices: {
    names: true,
    try: ({ send, things }) => send(admin.listDevices, { params: { domain: things.domainId } }),
  },
  nameDevice: {
    names: true,
    try: ({ send, things }) => send(admin.nameDevice, { params: deviceOf(things), body: { name: 'Gate phone' } }),
  },
  wipeDevice: {
    names: true,
    try: ({ send, things }) => send(admin.wipeDevice, { params: deviceOf(things) }),
  },
  cancelDeviceWipe: {
    names: true,
    async try({ send, things }) {
      await send(admin.wipeDevice, { params: deviceOf(things) });
      return send(admin.cancelDeviceWipe, { params: deviceOf(things) });
    },
  },
  listSessions: {
    names: true,
    try: ({ send, things }) => send(admin.listSessions, { params: { domain: things.domainId } }),
  },
  revokeSessions: {
    names: true,
    // Of a device that nobody has: the other attempts need theirs.
    try: ({ send, things }) =>
      send(admin.revokeSessions, { params: { domain: things.domainId }, body: { device: 'nobody has this' } }),
  },
  ...WEBHOOK_ATTEMPTS,
};

/** The device on which the clerks of the test sign in. */
const deviceOf = ({ domainId }: { readonly domainId: string }) => ({ domain: domainId, device: TEST_DEVICE.device_id });
