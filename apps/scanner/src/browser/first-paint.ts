/** What somebody has entered before the app has started. */
export interface EarlyEntries {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
  /** The name of the field that has the focus. @default none */
  readonly focused?: string;
  /** Whether the form was sent. A press under way counts: it ends on the app's button, and makes no click. */
  readonly wasSent: boolean;
}

/** Removes Sign In as it stands in the page (public/start.js), and returns what was entered; `null` if it is not there. */
export function takeFirstPaint(): EarlyEntries | null {
  const page = document.querySelector<HTMLElement>('#first-paint');
  const form = page?.querySelector('form');
  if (!page || !form) return null;
  const field = (name: string) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  const focused = form.contains(document.activeElement) ? document.activeElement?.getAttribute('name') : null;
  const entries = {
    username: field('username')?.value ?? '',
    password: field('password')?.value ?? '',
    remember: field('remember')?.checked ?? false,
    ...(focused && { focused }),
    wasSent: 'sent' in page.dataset || form.querySelector('[type="submit"]:active') !== null,
  };
  page.remove();
  return entries;
}
