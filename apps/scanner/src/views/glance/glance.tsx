import type { Verdict } from '@scantix/api-contract';
import type { ReactNode } from 'react';
import { ScanPlace } from '../../desk/scan-place.tsx';
import { useI18n } from '../../hooks/use-i18n.ts';
import { NextAction } from '../../verdict/next-action.tsx';
import { seatOf, useVerdictWords } from '../../verdict/use-verdict-words.ts';
import { VerdictIcon } from '../../verdict/verdict-icon.tsx';
import { lookOf, type VerdictContext, type VerdictLook } from '../../verdict/verdict-look.ts';
import { VerdictRegion } from '../../verdict/verdict-region.tsx';
import '../../styles/verdict.css';
import '../../styles/glance.css';

interface GlanceVerdictProps extends VerdictContext {
  /** `null` while nobody has decided: nothing is shown. */
  readonly verdict: Verdict | null;
  /** The buttons. */
  readonly children: ReactNode;
}

/** A verdict over the whole screen, read from three metres; its upper part is turned to the visitor. */
export function GlanceVerdict({ verdict, children, ...context }: GlanceVerdictProps) {
  const i18n = useI18n();
  const look = verdict && lookOf(verdict, context);
  return (
    <section className={look ? `app-glance app-verdict app-verdict--${look}` : 'app-no-verdict'}>
      {verdict && <VisitorSide>{i18n.t(visitorWords(verdict, look === 'accepted'))}</VisitorSide>}
      <VerdictRegion outcome={verdict?.outcome ?? null} className="app-glance__say">
        {verdict && look && <Words {...{ verdict, look }} />}
      </VerdictRegion>
      {children}
    </section>
  );
}

function Words({ verdict, look }: { verdict: Verdict; look: VerdictLook }) {
  const i18n = useI18n();
  const { word, reason, nextAction } = useVerdictWords(verdict, look);
  const isLetThrough = verdict.outcome !== 'refused' && look !== 'repeat';
  const seat = isLetThrough && verdict.ticket && seatOf(verdict.ticket);
  return (
    <>
      <VerdictIcon outcome={look} decorative />
      <p className="app-verdict__word">{word}</p>
      <p className="app-verdict__reason">
        {reason}
        {look === 'undone' && ` · ${i18n.t('Undone')}`}
      </p>
      {seat && <p className="app-verdict__reason app-glance__seat">{seat}</p>}
      <NextAction words={nextAction} />
    </>
  );
}

/** What stands around the camera picture before a code is read. */
export function GlanceReady({ children }: { children: ReactNode }) {
  const i18n = useI18n();
  return (
    <div className="app-glance app-glance--ready">
      <VisitorSide>{i18n.t('Please show your ticket')}</VisitorSide>
      <p className="app-glance__place">
        <ScanPlace />
        {children}
      </p>
    </div>
  );
}

/** Upside down for the clerk: who stands opposite reads it. It names nobody and gives no reason. */
function VisitorSide({ children }: { children: ReactNode }) {
  return <p className="app-glance__visitor">{children}</p>;
}

/** What the visitor reads; no personal data, and nothing that a bystander could make something of. */
export function visitorWords({ mode }: Pick<Verdict, 'mode'>, isAdmitted: boolean): string {
  if (!isAdmitted) return /*i18n*/ 'Please wait';
  return mode === 'exit' ? /*i18n*/ 'Goodbye' : /*i18n*/ 'Welcome';
}
