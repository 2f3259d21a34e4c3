import { invalidParameter, refusal } from '../exceptions.ts';
import type { User } from '../state/schema.ts';

type Attribute = { Name: string; Value: string };

/** A user's attributes as GetUser lists them. */
export function listAttributes(user: User): Attribute[] {
  const attributes: Attribute[] = [
    { Name: 'sub', Value: user.sub },
    { Name: 'email', Value: user.email },
    { Name: 'email_verified', Value: `${user.emailVerified}` },
  ];
  if (user.name !== undefined) attributes.push({ Name: 'name', Value: user.name });
  if (user.picture !== undefined) attributes.push({ Name: 'picture', Value: user.picture });
  return attributes;
}

/**
 * The attributes a client may write: the name and the picture. The e-mail address is the username and stays.
 * @throws InvalidParameterException for one the pool does not have, NotAuthorizedException for one the client may not write.
 */
export function readAttributes(attributes: readonly Attribute[]): Pick<User, 'name' | 'picture'> {
  const read: Pick<User, 'name' | 'picture'> = {};
  for (const { Name, Value } of attributes) {
    if (Name === 'name' || Name === 'picture') read[Name] = Value;
    else if (['sub', 'email', 'email_verified'].includes(Name)) throw refusal('attributeNotWritable');
    else throw invalidParameter(`user.${Name}: Attribute does not exist in the schema.\n`);
  }
  return read;
}
