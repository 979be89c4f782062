import {
  Button,
  ButtonLink,
  Checkbox,
  IconButton,
  IconButtonLink,
  Page,
  PasswordField,
  Section,
  TextField,
} from '@scantix/ui-shell/react';
import { Flashlight, ScanBarcode, Search, Settings, X } from 'lucide-react';

/** The components that take input. */
export function Controls() {
  return (
    <Page
      actions={
        <Button variant="primary" size={64} wide icon={<ScanBarcode aria-hidden />}>
          Scan
        </Button>
      }
    >
      <Section title="Buttons" note="48, 56 and 64 px">
        <div className="playground-row">
          <Button>Secondary</Button>
          <Button variant="primary">Primary</Button>
          <Button icon={<Search aria-hidden />}>With an icon</Button>
          <Button disabled>Disabled</Button>
          <Button busy>At work</Button>
          <Button variant="primary" busy>
            Primary at work
          </Button>
          <Button size={56}>56 px</Button>
          <Button variant="primary" size={56} wide>
            56 px, wide
          </Button>
          <ButtonLink href="#content">A link</ButtonLink>
          <ButtonLink href="#content" variant="primary">
            A primary link
          </ButtonLink>
        </div>
      </Section>
      <Section title="Icon buttons">
        <div className="playground-row">
          <IconButton label="Turn on light" icon={<Flashlight />} />
          <IconButton label="Turn on light" icon={<Flashlight />} aria-pressed />
          <IconButton label="Close" icon={<X />} disabled />
          <IconButtonLink label="Playground settings" icon={<Settings />} href="#shell" />
        </div>
      </Section>
      <Section title="Fields">
        <div className="playground-stack">
          <TextField label="Username" name="username" autoComplete="username" />
          <TextField label="Code" hint="As it is printed under the bars" defaultValue="T-1001" />
          <TextField label="Barcode" error="Please enter a barcode" defaultValue="?" />
          <TextField label="Disabled" disabled defaultValue="Not now" />
          <TextField
            label="Search scans"
            labelHidden
            type="search"
            placeholder="Search scans"
            leading={<Search aria-hidden />}
            trailing={<IconButton label="Clear" icon={<X />} />}
          />
          <PasswordField label="Password" defaultValue="hunter2" />
          <PasswordField label="Wrong password" error="Invalid username or password" />
          <Checkbox label="Remember me" />
          <Checkbox label="Remembered" defaultChecked />
          <Checkbox label="Not to be changed" defaultChecked disabled />
        </div>
      </Section>
    </Page>
  );
}
