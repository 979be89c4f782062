import { test } from 'vitest';
import { interleavings } from '../bench/interleavings-model.ts';

test.each(interleavings)('in every order of events, $title', ({ tryOrders }) => tryOrders(150));
