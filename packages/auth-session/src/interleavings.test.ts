import { test } from 'vitest';
import { interleavings } from '../bench/interleavings-model.ts';

test.each(interleavings)('whatever happens in whatever order, $title', { timeout: 60_000 }, ({ tryOrders }) =>
  tryOrders(150),
);
