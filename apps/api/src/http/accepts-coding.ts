/** Whether a caller takes a content coding, by its `Accept-Encoding`. What is said of the coding itself counts before `*`. */
export function acceptsCoding(coding: string, header = ''): boolean {
  const weights = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((item) => item.split(';').map((part) => part.trim()))
      .map(([name = '', weight = 'q=1']) => [name, Number(weight.slice(2))]),
  );
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
}
