import type { Cognito } from '../cognito.ts';
import { CognitoException } from '../exceptions.ts';

/** One operation of the protocol: takes the parsed body, answers the object to send. @throws CognitoException */
export type Operation = (cognito: Cognito, input: unknown) => Promise<object>;

/** @throws ResourceNotFoundException for another app client than the pool's one. */
export function assertClient(cognito: Cognito, clientId: string): void {
  if (clientId !== cognito.installation.clientId)
    throw new CognitoException('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
}
