/** The bits shared by all addresses of a CIDR network, in the form that `refusalOf` compares. */
export function prefixOf(network: string): string;

/** The response for a viewer outside the networks; undefined for one inside. */
export function refusalOf(
  event: { viewer: { ip: string }; request: { uri: string } },
  networks: readonly string[],
):
  | {
      statusCode: number;
      headers: Record<string, { value: string }>;
      body: { data: string };
    }
  | undefined;
