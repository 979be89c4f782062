export { type AdminAuditEvent, auditEvent, listAudit, listWholeAudit } from './audit.ts';
export { AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts';
export { makeBackup } from './backup.ts';
export {
  type AdminCheckpoint,
  adminCheckpoint,
  changeCheckpoint,
  createCheckpoint,
  listCheckpoints,
} from './checkpoints.ts';
export {
  type AdminClerk,
  adminClerk,
  changeClerk,
  chosenPassword,
  createClerk,
  listClerks,
  resetPassword,
  setUp,
  signOutClerk,
} from './clerks.ts';
export {
  type AdminDevice,
  adminDevice,
  cancelDeviceWipe,
  deviceWipe,
  listDevices,
  nameDevice,
  wipeDevice,
} from './devices.ts';
export { examine, type Finding, finding } from './doctor.ts';
export {
  type AdminDomain,
  adminDomain,
  changeDomain,
  createDomain,
  type DomainSettings,
  inDomain,
  listDomains,
} from './domains.ts';
export { type AdminKey, adminKey, listKeys, retireKey, rotateKeys, rotateSnapshotKey } from './keys.ts';
export { givenName, idOrName } from './names.ts';
export { type AdminSession, adminSession, listSessions, revokeSessions } from './sessions.ts';
export {
  type AdminTicket,
  adminTicket,
  cancelTickets,
  eraseHolder,
  exportTickets,
  importDomainTickets,
  listTickets,
  MAX_BARCODES,
  showTicket,
} from './tickets.ts';
export {
  WEBHOOK_EVENTS,
  WEBHOOK_VERSION,
  type WebhookData,
  type WebhookEvent,
  type WebhookMessage,
  webhookData,
  webhookMessage,
} from './webhook-message.ts';
export {
  type AdminWebhook,
  adminWebhook,
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  retryWebhookDeliveries,
  rotateWebhook,
  showWebhook,
  testWebhook,
  type WebhookDelivery,
  webhookDelivery,
} from './webhooks.ts';
export {
  type AdminWorkgroup,
  adminWorkgroup,
  changeWorkgroup,
  createWorkgroup,
  deleteWorkgroup,
  listWorkgroups,
} from './workgroups.ts';
