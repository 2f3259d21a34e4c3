import { describe, expect, it } from 'vitest';
import { heldOf, type Row, verdictOf } from '../judging.ts';

describe('synonyms', () => {
  it.each<Row>([
    ['education', 'master’s degree', 'MBA'],
    ['education', 'master', 'MSc in Biology'],
    ['education', 'bachelor’s degree', 'BBA'],
    ['profession', 'lawyer', 'Barrister'],
    ['profession', 'physician', 'Surgeon'],
    ['profession', 'accountant', 'CPA'],
    ['profession', 'nurse', 'RN'],
    ['profession', 'investor', 'Venture Capitalist'],
    ['profession', 'academic', 'Professor'],
    ['profession', 'designer', 'UX'],
    ['interest', 'AI', 'Computer Vision'],
    ['interest', 'AI', 'LLMs'],
    ['profession', 'academic', 'Lecturer'],
  ])('match a more specific term, but not the other way round: %s %s in %j', (subject, text, kind) => {
    expect(verdictOf([subject, text, kind])).toBe('met');
    expect(verdictOf([subject, kind, text])).toBe('unclear');
    expect(heldOf([subject, kind, text], 'met')).toBe(0);
  });

  it.each<Row>([
    ['profession', 'developer', 'Softwareentwicklerin'],
    ['profession', 'developer', 'Développeur PHP'],
    ['profession', 'developer', 'Sviluppatrice Java'],
    ['profession', 'lawyer', 'Rechtsanwältin'],
    ['profession', 'lawyer', 'Avocate au barreau de Lyon'],
    ['profession', 'lawyer', 'Advogada'],
    ['profession', 'lawyer', 'Avvocato'],
    ['profession', 'physician', 'Ärztin'],
    ['profession', 'physician', 'Médecin'],
    ['profession', 'consultant', 'Unternehmensberater'],
    ['profession', 'founder', 'Gründerin'],
    ['profession', 'founder', 'Cofundadora'],
    ['profession', 'founder', 'Fondatrice'],
    ['profession', 'teacher', 'Lehrerin'],
    ['profession', 'researcher', 'Chercheuse'],
    ['profession', 'CEO', 'Geschäftsführerin'],
    ['profession', 'CFO', 'Diretora Financeira'],
    ['profession', 'accountant', 'Comptable'],
    ['profession', 'engineer', 'Ingénieure'],
    ['profession', 'engineer', 'Engenheira civil'],
    ['profession', 'architect', 'Architektin'],
    ['profession', 'nurse', 'Enfermeira'],
    ['profession', 'nurse', 'Infirmier'],
    ['profession', 'journalist', 'Giornalista'],
    ['profession', 'student', 'Étudiante'],
    ['profession', 'pastry chef', 'Chef Pâtissier'],
    ['profession', 'pastry chef', 'Konditorin'],
    ['profession', 'electrician', 'Elektriker'],
    ['profession', 'Elektriker', 'Electrician'],
    ['profession', 'electrician', 'Électricien'],
    ['profession', 'electrician', 'Elektroniker für Energie und Gebäudetechnik'],
    ['profession', 'plumber', 'Gasfitero'],
    ['profession', 'carpenter', 'Tischlermeister / Tischler'],
    ['profession', 'welder', 'Schweißer'],
    ['profession', 'mechanic', 'Kfz-Mechatroniker'],
    ['profession', 'hairdresser', 'Coiffeuse'],
    ['profession', 'driver', 'LKW-Fahrer'],
    ['profession', 'midwife', 'Sage-femme'],
    ['profession', 'dentist', 'Zahnärztin'],
    ['profession', 'veterinarian', 'Médico Veterinario'],
    ['profession', 'engineer', 'Ingeniero Electricista'],
    ['profession', 'social worker', 'Trabajadora Social'],
    ['profession', 'translator', 'Übersetzerin'],
    ['profession', 'photographer', 'Photographe'],
  ])('match a profession in another language: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('met');
    expect(verdictOf(row, 'excluded')).toBe('notMet');
  });

  it.each<Row>([
    ['education', 'MBA', 'Master of Arts'],
    ['education', 'MSc', 'MBA'],
    ['education', 'LLB', 'Bachelor of Science'],
    ['education', 'JD', 'LLM'],
    ['education', 'MD', 'Juris Doctor'],
    ['education', 'computer vision', 'NLP'],
    ['profession', 'physician', 'Doctor of Philosophy'],
    ['education', 'master', 'Ingeniería y más'],
    ['experience', 'programmer', 'Lender to property developers'],
    ['profession', 'developer', 'Desarrollador de negocios'],
    ['profession', 'programmer', 'Curriculum Developer'],
    ['profession', 'programmer', 'Developer Marketing'],
    ['profession', 'lawyer', 'Law Enforcement'],
    ['profession', 'UX designer', 'Graphic Designer'],
    ['profession', 'angel investor', 'Investor'],
    ['profession', 'professor', 'Lecturer'],
    ['profession', 'CEO', 'General Manager'],
    ['experience', 'food law', 'Food and Beverage'],
    ['profession', 'pastry chef', 'Chef de cuisine'],
    ['profession', 'electrician', 'Ingeniero Electricista'],
    ['profession', 'electrician', 'Electrical Engineer'],
    ['profession', 'mechanic', 'Ingeniero mecánico'],
    ['profession', 'plumber', 'Ingegnere idraulico'],
    ['profession', 'baker', 'Backer of startups'],
    ['profession', 'gardener', 'Gartner analyst'],
    ['profession', 'chef', 'Koch Industries'],
    ['profession', 'driver', 'Autista'],
    ['profession', 'waiter', 'Administrateur serveur'],
    ['profession', 'pharmacist', 'Ventas, sector farmacéutico'],
    ['profession', 'physician', 'Médico Veterinario'],
    ['profession', 'physician', 'Tree Surgeon'],
    ['profession', 'dentist', 'Arzt'],
  ])('do not match a related but different term: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('unclear');
  });

  it.each<Row>([
    ['education', 'Master of Science', 'MSc'],
    ['education', 'MSc', 'Master of Science'],
    ['education', 'LLM', 'Master of Laws'],
    ['education', 'JD', 'Juris Doctor'],
    ['profession', 'CPA', 'Certified Public Accountant'],
    ['experience', 'food and beverage', 'F&B'],
    ['experience', 'Kubernetes', 'Docker and K8s'],
  ])('match a name in full and in short: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('met');
  });
});
