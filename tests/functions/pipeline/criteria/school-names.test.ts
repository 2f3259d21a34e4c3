import { describe, expect, it } from 'vitest';
import { findingsOf, sourcesOf } from '#functions/pipeline/evidence/evidence.ts';
import { weigh } from '../judging.ts';

describe('names within other names', () => {
  const studiedAt = (text: string, school: string) => {
    const sources = sourcesOf({ title: 'Ana Poma', snippet: `Engineer. · Education: ${school}` });
    return (verdict: 'met' | 'notMet') =>
      weigh(['education', text, school], verdict, 'required', sources).verdicts[0]?.verdict;
  };

  it.each([
    ['University of Oxford', 'Oxford Brookes University'],
    ['Columbia University', 'University of British Columbia'],
    ['University of Michigan', 'Michigan State University'],
    ['Michigan University', 'Western Michigan University'],
    ['University of Chicago', 'Loyola University Chicago'],
    ['University of Chicago', 'University of Illinois at Chicago'],
    ['University of Sydney', 'University of Technology Sydney'],
    ['University of Munich', 'Technical University of Munich'],
    ['University of Pennsylvania', 'Indiana University of Pennsylvania'],
    ['New York University', 'City University of New York'],
    ['York University', 'New York University'],
    ['University of Miami', 'Miami University'],
    ['University of Washington', 'Washington University in St. Louis'],
    ['Boston University', 'Boston College'],
    ['Brown University', 'Brown Mackie College'],
  ])('are other universities: %s is not %s', (wanted, school) => {
    const claimed = studiedAt(wanted, school);
    expect([claimed('met'), claimed('notMet')]).toEqual(['unclear', 'notMet']);
  });

  it.each([
    ['University of Oxford', 'Saïd Business School, University of Oxford'],
    ['Oxford University', 'University of Oxford'],
    ['Columbia University', 'Columbia Business School'],
    ['Harvard University', 'Harvard College'],
    ['University of California', 'University of California Berkeley'],
    ['UC Berkeley', 'University of California, Berkeley'],
    ['University of Chicago', 'The University of Chicago Booth School of Business'],
    ['University of London', 'City, University of London'],
    ['City University of New York', 'City University of New York-Baruch College'],
    ['Catholic University of Peru', 'Pontifical Catholic University of Peru'],
    ['Duke University', 'MBA Duke University'],
    ['Ohio State University', 'The Ohio State University'],
    ['Boston College', 'Boston College Carroll School of Management'],
    ['University of Lima', 'Universidad de Lima'],
    ['MIT', 'Massachusetts Institute of Technology'],
  ])('are parts or other names of one university: %s is %s', (wanted, school) => {
    expect(studiedAt(wanted, school)('met')).toBe('met');
  });

  it('leaves a name alone to the model: Oxford by Oxford Brookes University', () => {
    const claimed = studiedAt('Oxford', 'Oxford Brookes University');
    expect(claimed('met')).toBe('met');
    expect(
      findingsOf(
        [{ id: 'c1', subject: 'education', text: 'Oxford', need: 'required' }],
        sourcesOf({ title: '', snippet: 'Education: Oxford Brookes University' }),
      ).verdicts,
    ).toMatchObject([{ verdict: 'unclear' }]);
  });
});
