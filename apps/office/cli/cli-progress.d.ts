/** What we use of it; it comes without types. */
declare module 'cli-progress' {
  export class SingleBar {
    constructor(options: { format: string; stream?: NodeJS.WritableStream })
    start(total: number, value: number): void
    update(value: number): void
    stop(): void
  }
}
