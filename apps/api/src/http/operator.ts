import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/** No request can carry it: the app gets it beside the request, from the code that calls the app. */
const OPERATOR = Symbol('operator');

/** The environment of a request that the operator makes: for the listener of the admin socket and for calls in this process. */
export const OPERATOR_ENVIRONMENT: { readonly operator: symbol } = { operator: OPERATOR };

/** Whether the operator makes this call. */
export function isOperator(context: Context<AppEnv>): boolean {
  return context.env?.operator === OPERATOR;
}
