import { ArrowRight } from 'lucide-react';

/** What staff do next, under a verdict; nothing where there is nothing to do. */
export function NextAction({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <p className="app-verdict__do">
      <ArrowRight aria-hidden />
      <span>{words}</span>
    </p>
  );
}
