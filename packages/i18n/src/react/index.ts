'use client';

export { useI18n } from './use-i18n.ts';
