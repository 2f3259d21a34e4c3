import type { Template } from 'aws-cdk-lib/assertions';

/** The text of each CloudFront Function as it would be deployed. */
export function edgeFunctions(template: Template): { ShowPage: string; NameViewer: string } {
  const found = Object.entries(template.findResources('AWS::CloudFront::Function'));
  const codeOf = (name: string): string => {
    const [, resource] = found.find(([id]) => id.startsWith(`Site${name}`)) ?? [];
    return String(resource?.['Properties'].FunctionCode);
  };
  return { ShowPage: codeOf('ShowPage'), NameViewer: codeOf('NameViewer') };
}
