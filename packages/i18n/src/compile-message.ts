import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

const ARGUMENT = /\{(\w+)(?:, plural,((?:\s*\w+ \{[^{}]*\})+))?\}/g;
const PLURAL_CASE = /(\w+) \{([^{}]*)\}/g;

/**
 * Compiles a message that is not compiled yet: text, `{name}` and `{count, plural, one {…} other {…}}`. Lingui's own
 * compiler knows all of ICU and takes 5 KB more; for these forms both give the same result.
 *
 * @example
 * compileMessage('{count} scans'); // [['count'], ' scans']
 */
export function compileMessage(message: string): CompiledMessage {
  if (!message.includes('{')) return [message];
  const tokens: CompiledMessage = [];
  let end = 0;
  for (const { 0: argument, 1: name = '', 2: cases, index } of message.matchAll(ARGUMENT)) {
    if (index > end) tokens.push(message.slice(end, index));
    tokens.push(cases === undefined ? [name] : [name, 'plural', compileCases(cases)]);
    end = index + argument.length;
  }
  if (end < message.length) tokens.push(message.slice(end));
  return tokens;
}

function compileCases(cases: string): Record<string, CompiledMessage> {
  return Object.fromEntries(
    [...cases.matchAll(PLURAL_CASE)].map(([, name, text = '']) => [name, text.split(/(#)/).filter(Boolean)]),
  );
}
