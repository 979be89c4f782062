import { Button } from '@scantix/ui-shell/react';
import { useState } from 'react';
import { copyToClipboard } from '../../browser/clipboard.ts';
import { readBuild } from '../../browser/read-build.ts';

interface CopyDetailsProps {
  readonly error: unknown;
  readonly label: string;
  readonly copiedLabel: string;
}

/** Copies the error with its stack, the build and the time. It says so on itself: toasts may not exist here. */
export function CopyDetails({ error, label, copiedLabel }: CopyDetailsProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    setCopied(await copyToClipboard([stack, `Build ${readBuild()}`, new Date().toISOString()].join('\n')));
  };
  return <Button onClick={() => void copy()}>{copied ? copiedLabel : label}</Button>;
}
