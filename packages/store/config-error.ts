/** A setting that cannot be used. The message names it and says what to write instead. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
