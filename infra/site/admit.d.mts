/** What all addresses of a network in CIDR notation begin with, as `refusalOf` compares them. */
export function prefixOf(network: string): string;

/** What a viewer outside the networks gets in place of everything; undefined for one inside. */
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
