import type { I18n } from '@lingui/core';
import type { Breakdown, Reason, Symbology } from '@scantix/api-contract';
import { formatNumber } from '@scantix/i18n';
import { SYMBOLOGY_WORDS } from '../../format/symbology-words.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { REASON_WORDS } from '../../verdict/verdict-words.ts';
import { type Bar, BarList } from './bar-list.tsx';
import { ChartCard } from './chart-card.tsx';
import type { BreakdownGroup, Reports, ScanBreakdown } from './use-reports.ts';

/** Refusals by reason and admissions by every other breakdown, the largest first. A newer server may have keys of its own. */
export function BreakdownCards({ breakdowns }: Pick<Reports, 'breakdowns'>) {
  const i18n = useI18n();
  const refused = i18n.t({ id: 'count.refused', message: 'Refused' });
  const admitted = i18n.t('Admitted');
  const cards: readonly Card[] = [
    {
      by: 'reason',
      title: i18n.t('Refused, by reason'),
      column: i18n.t('Reason'),
      counted: refused,
      count: (group) => group.refused,
      nameOf: ({ key }) => i18n.t(REASON_WORDS[key as Reason] ?? REASON_WORDS.other),
    },
    {
      by: 'checkpoint',
      title: i18n.t('Admitted, by checkpoint'),
      column: i18n.t('Checkpoint'),
      counted: admitted,
    },
    {
      by: 'ticket_type',
      title: i18n.t('Admitted, by ticket type'),
      column: i18n.t('Type'),
      counted: admitted,
      nameOf: ({ name }) => name || i18n.t('No ticket'),
    },
    { by: 'clerk', title: i18n.t('Admitted, by clerk'), column: i18n.t('Clerk'), counted: admitted },
    { by: 'device', title: i18n.t('Admitted, by device'), column: i18n.t('Device'), counted: admitted },
    {
      by: 'symbology',
      title: i18n.t('Admitted, by code type'),
      column: i18n.t('Code type'),
      counted: admitted,
      nameOf: ({ key }) => SYMBOLOGY_WORDS[key as Exclude<Symbology, 'unknown'>] ?? i18n.t('Not known'),
    },
  ];
  return cards.map((card) => <BreakdownCard key={card.by} card={card} breakdown={breakdowns[card.by]} />);
}

type Counts = Pick<BreakdownGroup, 'admitted' | 'refused'>;

interface Card {
  readonly by: Breakdown;
  readonly title: string;
  readonly column: string;
  readonly counted: string;
  /** @default the number of admissions */
  readonly count?: (group: Counts) => number;
  /** @default the group's name */
  readonly nameOf?: (group: BreakdownGroup) => string;
}

const MAX_BARS = 10;

/** The largest bars, and one for all others, so that the bars add up to the total. */
function largest(bars: readonly Bar[], others: Others, i18n: I18n): readonly Bar[] {
  const fits = bars.length + Math.sign(others.value) <= MAX_BARS;
  const shown = bars.slice(0, fits ? MAX_BARS : MAX_BARS - 1);
  return [...shown, ...restOf(bars.slice(shown.length), others, i18n)];
}

/** One bar for these and all others; none where they count nothing. */
function restOf(bars: readonly Bar[], others: Others, i18n: I18n): readonly Bar[] {
  const value = sumOf(bars) + others.value;
  const count = bars.length + others.groups;
  const name = i18n.t('{count, plural, one {# other} other {# others}}', { count });
  // No group has this key.
  return value === 0 ? [] : [{ key: '\n', name, value }];
}

/** The groups that the server has only counted together. */
interface Others {
  readonly groups: number;
  readonly value: number;
}

const sumOf = (bars: readonly Bar[]) => bars.reduce((sum, { value }) => sum + value, 0);

function BreakdownCard({ card, breakdown }: { card: Card; breakdown: ScanBreakdown }) {
  const i18n = useI18n();
  const { title, column, counted, count = ({ admitted }) => admitted, nameOf = ({ name }) => name } = card;
  const number = (value: number) => formatNumber(value, i18n.locale);
  const { groups } = breakdown;
  const others = { groups: breakdown.others?.groups ?? 0, value: breakdown.others ? count(breakdown.others) : 0 };
  const bars = groups
    .map((group) => ({ key: group.key, name: nameOf(group), value: count(group) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
  if (bars.length === 0 && others.value === 0) return null;
  const rows = [...bars, ...restOf([], others, i18n)];
  return (
    <ChartCard
      title={title}
      note={number(sumOf(bars) + others.value)}
      table={{
        columns: [column, counted],
        rows: rows.map(({ key, name, value }) => ({ key, name, cells: [number(value)] })),
      }}
    >
      <BarList bars={largest(bars, others, i18n)} formatNumber={number} />
    </ChartCard>
  );
}
