import {
  Badge,
  Button,
  CornerFrame,
  EmptyState,
  KeyValueList,
  List,
  ListRow,
  Mark,
  Page,
  Panel,
  Section,
  Skeleton,
} from '@scantix/ui-shell/react';
import { Hourglass, Inbox, Ticket } from 'lucide-react';

const LONG = 'A title that is far too long for a phone of any width and is cut with an ellipsis at its end';

/** The components that show content. */
export function Content() {
  return (
    <Page>
      <Section title="Lists" note="rows of 64 px" link={{ href: '#content', label: 'All' }}>
        <List>
          <ListRow title="A plain row" trailing="14:02" />
          <ListRow title="With a code" subtitle="T-1001-4711" mono leading={<Ticket aria-hidden />} />
          <ListRow href="#content" title="A link" subtitle="leads further" chevron />
          <ListRow onClick={() => undefined} title="A button" trailing={<Badge>New</Badge>} />
          <ListRow title={LONG} subtitle={LONG} trailing={<Badge icon={<Hourglass aria-hidden />}>Waiting</Badge>} />
        </List>
      </Section>
      <Section title="Facts">
        <KeyValueList
          items={[
            { key: 'Holder', value: 'Ada Lovelace' },
            { key: 'Code', value: 'https://tickets.example/T-1001-4711-0815-2342', mono: true },
            { key: 'Valid', value: 'Today', note: 'from 14:00 to 23:30' },
          ]}
        />
      </Section>
      <Section title="Panel, badge, mark">
        <div className="playground-row">
          <Panel>A panel</Panel>
          <Badge>Neutral</Badge>
          <Badge icon={<Hourglass aria-hidden />}>Waiting</Badge>
          <Mark />
        </div>
      </Section>
      <Section title="Loading">
        <div className="playground-stack">
          <Skeleton height={128} />
          <Skeleton count={3} width="60%" height={24} labels={{ loading: 'Loading rows' }} />
        </div>
      </Section>
      <Section title="Nothing to show">
        <div className="playground-stack">
          <EmptyState level={3} title="No scans yet" message="They stand here as soon as there is one." />
          <EmptyState
            level={3}
            title="No match"
            message="Nothing has these words."
            figure={<Inbox aria-hidden />}
            actions={<Button>Clear filters</Button>}
          />
          <EmptyState level={3} title="Unknown code" figure={<CornerFrame>T-0000</CornerFrame>} />
        </div>
      </Section>
    </Page>
  );
}
