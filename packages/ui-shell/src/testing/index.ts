export { answerConfirmations } from './answer-confirmations.ts';
