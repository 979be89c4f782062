'use client';

export { type SignInFailure, SignInForm, type SignInFormProps } from './sign-in-form.tsx';
export { SIGN_IN_TEXTS, type SignInTexts } from './sign-in-texts.ts';
