import { createApiClient, getScannerConfig } from '@scantix/api-contract';

const api = createApiClient({ baseUrl: 'https://scan.example' }); // option `fetch`: the session's fetch
const answer = await api.call(getScannerConfig, {});
if (answer.ok) {
  console.log(answer.value.checkpoints.map(({ name }) => name));
} else if (answer.failure.kind === 'refused') {
  console.log(answer.failure.code, answer.failure.message);
} else {
  console.log('the API did not answer', answer.failure.status);
}
