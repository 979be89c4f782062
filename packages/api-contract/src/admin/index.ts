export { AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts';
export { type AdminDomain, adminDomain, changeDomain, createDomain, inDomain, listDomains } from './domains.ts';
export { givenName, idOrName } from './names.ts';
