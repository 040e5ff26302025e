const prefix = 'PLANT_STORE_'

const switches = [`${prefix}VERBOSE`, `${prefix}WATCH`]

/** What Kubernetes sets in the pods of a namespace with a Service called `plant-store`, such as `tcp://10.96.3.4:4010`. */
const isOfKubernetes = (value: string): boolean => /^(?:tcp|udp|sctp):\/\//.test(value)

/**
 * Deletes the variables that count as unset: empty ones, because CI files often name variables that have no value,
 * switches that are off, and those that Kubernetes sets, whose names it returns.
 */
export function prepareVariables(): string[] {
  const own = Object.entries(process.env).filter(([name]) => name.startsWith(prefix))
  const ofKubernetes = own.flatMap(([name, value = '']) => (isOfKubernetes(value) ? [name] : []))
  for (const [name, value = ''] of own) {
    const isOff = switches.includes(name) && /^(?:0|false|no|off)$/i.test(value)
    if (value === '' || isOff || ofKubernetes.includes(name)) delete process.env[name]
  }
  return ofKubernetes
}
