import { Greeting } from './greeting.tsx';

export default function Page() {
  return (
    <main>
      <h1>Behind sign-in</h1>
      <Greeting />
    </main>
  );
}
