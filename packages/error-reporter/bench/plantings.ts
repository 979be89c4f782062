/** Where a secret is planted. */
export const CHANNELS = ['url', 'fragment', 'message', 'breadcrumb', 'console', 'span', 'replay', 'axiom'] as const;

/** One of the channels. */
export type Channel = (typeof CHANNELS)[number];

/** The forms of secrets: each is text around one. */
const FORMS: readonly ((secret: string) => string)[] = [
  (secret) => `token=${secret}`,
  (secret) => `access_token=${secret}&page=2`,
  (secret) => `refresh_token=${secret}`,
  (secret) => `password=${secret}`,
  (secret) => `PASSWD=${secret}`,
  (secret) => `pwd=${secret}`,
  (secret) => `key=${secret}`,
  (secret) => `api_key=${secret}`,
  (secret) => `apiKey=${secret}`,
  (secret) => `secret=${secret}`,
  (secret) => `client_secret=${secret}`,
  (secret) => `jwt=${secret}`,
  (secret) => `Bearer ${secret}`,
  (secret) => `Authorization: Basic ${secret}`,
  (secret) => `Cookie: theme=dark; sid=${secret}`,
  (secret) => `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.${secret}`,
  (secret) => `xaat-${secret}`,
  (secret) => `https://ada:${secret}@gate.example/`,
  (secret) => `{"password":"${secret}"}`,
  (secret) => `{\\"refresh_token\\":\\"${secret}\\"}`,
  (secret) => `next=%2Freports%3Ftoken%3D${secret}%26page%3D2`,
  (secret) => `/scan-result/${secret}`,
  (secret) => `barcode=${secret}`,
  (secret) => `authToken: ${secret}`,
  (secret) => `X-Api-Key: "${secret}"`,
];

/** One secret in one channel of a report. */
export interface Planting {
  readonly channel: Channel;
  /** Text beside the secret that must arrive: it proves that the report was sent. */
  readonly marker: string;
  readonly secret: string;
  readonly text: string;
}

/** Two hundred different secrets. */
export const PLANTINGS: readonly Planting[] = CHANNELS.flatMap((channel) =>
  FORMS.map((form, index) => {
    const secret = `hunter2-${channel}-${index}-S3cr3t`;
    return { channel, marker: `marker-${channel}-${index}-`, secret, text: form(secret) };
  }),
);
