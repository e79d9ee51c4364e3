/**
 * JSON of callers. Parsing itself does not mind how deep values lie in each other; what later walks them does, and its stack ends: a
 * body of nothing but brackets would be a fault of ours.
 */
const NESTING_MAX = 64

/** Throws a SyntaxError for what is no JSON, and for what lies deeper than any value of ours. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  let layer = [value]
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > NESTING_MAX) throw new SyntaxError('nested too deeply')
    layer = layer.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return value
}
