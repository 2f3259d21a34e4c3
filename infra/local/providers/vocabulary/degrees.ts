import type { Term } from './read-lines.ts';
import { readLines, readTerm } from './read-lines.ts';

/** Degrees that requests ask for: short name=its title/other ways of saying it. */
const LINES = `
PhD=Doctor of Philosophy/doctorate/doctoral degree/PhDs/DPhil
MS=Master of Science/MSc/master's degree/master degree
BS=Bachelor of Science/BSc/bachelor's degree/undergraduate degree
`;

/** Every degree of the vocabulary; the first of the other names is the title in full. */
export const DEGREES: readonly Term[] = readLines(LINES).map(([cell = '']) => readTerm(cell));

/** `Doctor of Philosophy - PhD`, as profiles write it. */
export function degreeText(degree: Term): string {
  return [degree.otherNames[0], degree.name].join(' - ');
}
