import { describe, expect, it } from 'vitest';
import { heldOf, type Row, verdictOf } from '../judging.ts';

describe('names of languages', () => {
  it.each<Row>([
    ['experience', 'speaks German', 'Alemán e inglés'],
    ['experience', 'habla alemán', 'Alemán e inglés'],
    ['experience', 'inglés avanzado', 'English'],
    ['experience', 'German', 'Deutsch C1'],
    ['experience', 'fluent in Spanish', 'Fala espanhol e francês'],
    ['experience', 'English', 'Englisch verhandlungssicher'],
    ['experience', 'French', 'Inglese e francese fluente'],
    ['experience', 'Portuguese', 'Portugais courant'],
    ['experience', 'Chinese', 'Mandarin'],
    ['experience', 'Spanish', 'Castellano nativo'],
  ])('match a language named in another language: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('met');
    expect(heldOf(row, 'met')).toBe(1);
  });

  it.each<Row>([
    ['experience', 'German', 'Inglés y francés'],
    ['experience', 'Mandarin', 'Chinese cuisine'],
    ['nationality', 'German', 'Spricht Deutsch'],
  ])('match no other language and no nationality: %s %s in %j', (...row) => {
    expect(verdictOf(row)).not.toBe('met');
  });

  it.each<Row>([
    ['experience', 'speaks German', 'Based in Berlin, Germany'],
    ['experience', 'must speak fluent German', 'Munich, Germany'],
    ['experience', 'native German speaker', 'Works for Germany'],
    ['experience', 'business-level German', 'Business Analyst'],
    ['experience', 'German (C1)', 'Sales for the German market'],
    ['interest', 'German', 'Engineer at a German company'],
    ['experience', 'German or French', 'Chef, French cuisine'],
    ['experience', 'German fluency', 'Head of German Desk'],
    ['experience', 'knowledge of German', 'Expert in German law'],
    ['experience', 'fluent in German', 'Basic German'],
    ['experience', 'speaks German', 'German (A2)'],
    ['experience', 'speaks German', 'Deutsch A1'],
    ['experience', 'speaks German', 'Speaks English and basic German'],
    ['experience', 'fluent in English', 'Inglés básico'],
    ['experience', 'habla alemán', 'Berlín, Alemania'],
    ['experience', 'speaks Spanish', 'Grew up in Spain'],
    ['experience', 'speaks Chinese', 'Researcher, Chinese Academy of Sciences'],
    ['experience', 'speaks Arabic', 'Riyadh, Saudi Arabia'],
    ['experience', 'speaks Thai', 'Lived in Thailand'],
    ['experience', 'speaks Indonesian', 'Indonesia'],
    ['experience', 'speaks Turkish', 'Pilot, Turkish Airlines'],
    ['experience', 'fluent in Swiss German', 'Zurich, Switzerland'],
    ['profession', 'German teacher', 'Moved to Germany'],
  ])('do not match a language with its country or other uses of its name: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('unclear');
    expect(heldOf(row, 'met')).toBe(0);
  });

  it('do not read “public speaking” as a language', () => {
    expect(verdictOf(['interest', 'public speaking', 'Public Affairs'])).toBe('unclear');
    expect(verdictOf(['interest', 'public speaking', 'Loves public speaking'])).toBe('met');
  });

  it.each<Row>([
    ['experience', 'speaks German', 'Native German'],
    ['experience', 'must speak fluent German', 'German (C1)'],
    ['experience', 'native German speaker', 'Languages: English, German'],
    ['experience', 'German fluency', 'Fluent in German'],
    ['experience', 'German (C1)', 'Deutsch verhandlungssicher'],
    ['experience', 'business-level German', 'Support for German-speaking clients'],
    ['experience', 'knowledge of German', 'German teacher in Lima'],
    ['experience', 'basic German', 'Basic German'],
    ['experience', 'Deutsch', 'Spricht Deutsch und Englisch'],
    ['experience', 'speaks Thai', 'Thai and English'],
    ['experience', 'speaks Brazilian Portuguese', 'Speaks Brazilian Portuguese'],
    ['interest', 'French', 'French literature'],
  ])('match a language with its name: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('met');
    expect(heldOf(row, 'met')).toBe(1);
  });
});
