import { API_ERROR_CODES, API_ERROR_STATUS, type Endpoint, refresh, registerDeviceKey } from '@scantix/api-contract';
import { headerTable, refusalHeaders } from './call-headers.ts';

/** What every refusal with a status looks like, by its name. Not every call has all of its headers. */
export function describeRefusals() {
  return Object.fromEntries(
    [...new Set(Object.values(API_ERROR_STATUS))].map((status) => {
      const codes = codesOf(status);
      const schema = {
        allOf: [{ $ref: '#/components/schemas/ApiErrorBody' }],
        properties: { code: { enum: codes } },
      };
      const headers = headerTable(refusalHeaders(status));
      return [
        refusalName(status),
        { description: codes.join(', '), headers, content: { 'application/json': { schema } } },
      ];
    }),
  );
}

/** The codes that a refusal with this status may have. */
export const codesOf = (status: number) => API_ERROR_CODES.filter((code) => API_ERROR_STATUS[code] === status);

/** Refers to the refusals that a call may be answered with, by their statuses. */
export function refusalsOf(endpoint: Endpoint): Record<string, { $ref: string }> {
  return Object.fromEntries(
    refusalStatuses(endpoint).map((status) => [status, { $ref: `#/components/responses/${refusalName(status)}` }]),
  );
}

const refusalName = (status: number) => `Refusal${status}`;

function refusalStatuses({ needs, params, query, body, path }: Endpoint): number[] {
  const isOpen = needs === 'anybody';
  const isSignIn = path.startsWith('/v0/auth/');
  const statuses = {
    401: !isOpen || isSignIn,
    403: !isOpen || isSignIn,
    404: !isOpen || !isSignIn,
    409: !isOpen,
    413: body !== undefined || path.endsWith('/import'),
    422: !isOpen || body !== undefined || query !== undefined || params !== undefined,
    428: path === refresh.path || path === registerDeviceKey.path,
    429: true,
    503: true,
  };
  return Object.entries(statuses).flatMap(([status, may]) => (may ? Number(status) : []));
}
