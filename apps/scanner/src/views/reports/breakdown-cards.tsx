import type { I18n } from '@lingui/core';
import type { Breakdown, Reason, Symbology } from '@scantix/api-contract';
import { formatNumber } from '@scantix/i18n';
import { SYMBOLOGY_WORDS } from '../../format/symbology-words.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { REASON_WORDS } from '../../verdict/verdict-words.ts';
import { type Bar, BarList } from './bar-list.tsx';
import { ChartCard } from './chart-card.tsx';
import type { BreakdownGroup, Reports } from './use-reports.ts';

/** Refusals by reason and admissions by every other breakdown, the largest first. */
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
      nameOf: ({ key }) => i18n.t(REASON_WORDS[key as Reason]),
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
      nameOf: ({ key }) =>
        key === 'unknown' ? i18n.t('Not known') : SYMBOLOGY_WORDS[key as Exclude<Symbology, 'unknown'>],
    },
  ];
  return cards.map((card) => <BreakdownCard key={card.by} card={card} groups={breakdowns[card.by]} />);
}

interface Card {
  readonly by: Breakdown;
  readonly title: string;
  readonly column: string;
  readonly counted: string;
  /** @default the number of admissions */
  readonly count?: (group: BreakdownGroup) => number;
  /** @default the group's name */
  readonly nameOf?: (group: BreakdownGroup) => string;
}

const MAX_BARS = 10;

/** The largest bars, and one for all others, so that the bars add up to the total. */
function withRest(bars: readonly Bar[], i18n: I18n): readonly Bar[] {
  if (bars.length <= MAX_BARS) return bars;
  const rest = bars.slice(MAX_BARS - 1);
  const value = rest.reduce((sum, bar) => sum + bar.value, 0);
  return [...bars.slice(0, MAX_BARS - 1), { key: '', name: i18n.t('{count} others', { count: rest.length }), value }];
}

function BreakdownCard({ card, groups }: { card: Card; groups: readonly BreakdownGroup[] }) {
  const i18n = useI18n();
  const { title, column, counted, count = ({ admitted }) => admitted, nameOf = ({ name }) => name } = card;
  const number = (value: number) => formatNumber(value, i18n.locale);
  const bars = groups
    .map((group) => ({ key: group.key, name: nameOf(group), value: count(group) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
  if (bars.length === 0) return null;
  return (
    <ChartCard
      title={title}
      note={number(bars.reduce((sum, { value }) => sum + value, 0))}
      table={{ columns: [column, counted], rows: bars.map(({ name, value }) => [name, number(value)]) }}
    >
      <BarList bars={withRest(bars, i18n)} formatNumber={number} />
    </ChartCard>
  );
}
