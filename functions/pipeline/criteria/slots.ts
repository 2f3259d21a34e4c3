/*
 * What each part of a person's texts is about: by its position in a search result or record, and by words that indicate a degree, a school,
 * studies or a role.
 */

/**
 * The subject of a piece of text, if its position reveals it; 'beside' is anything other than jobs and education, such as skills and
 * projects.
 */
export type Slot =
  | 'name'
  | 'place'
  | 'role'
  | 'company'
  | 'school'
  | 'study'
  | 'language'
  | 'certificate'
  | 'beside';

export const DEGREE =
  /\b(?:ph\.?d|dphil|doctora\w*|mba|m\.?sc?|m\.?a|m\.?eng|b\.?sc?|b\.?a|b\.?eng|ll\.?[bm]|j\.?d|bachelor\w*|master\w*|licenci\w*|maestr\w*|diploma|associate)\b/i;
export const SCHOOL =
  /universi|(?<!\p{L})(?:uniwersytet|institut|polytech|politechnik|polit[eéè]cni|pontifi|(?:college|school|academy|[eé]cole|escuela|escola|scuola)(?!\p{L}))|hochschule(?!\p{L})|hogeschool|högskola|høgskole|üniversite|大学|대학교/iu;
export const STUDY = /\b(?:stud(?:y|ied|ies|ying)|major(?:ed)?|degree|graduat\w+)\b/i;
export const ROLE =
  /(?<!\p{L})\p{L}{2,}(?:(?:er|or|ist|ant|ian)s?|ee|man|woman|chief|head)\b|\b(?:chief|head|director|ceo|cto|cfo|president|partner|intern|nurse|student|retired|analyst|fellow|associate)\b/iu;
