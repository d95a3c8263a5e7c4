import about from '#content/about.json' with { type: 'json' }

const { title, mission, vision } = about.direction

/** Two sentences, large enough to be read from the back of a hall. */
export function MissionAndVision() {
  return (
    <section className="bg-sand jali-ink" aria-labelledby="direction">
      <div className="bg-sand/70">
        <h2 id="direction" className="sr-only">
          {title}
        </h2>
        <div className="wrap grid py-16 md:grid-cols-2 md:py-24">
          {[mission, vision].map((statement) => (
            <div
              key={statement.title}
              className="border-ink/25 max-md:py-8 max-md:not-first:border-t md:px-12 md:not-first:border-l md:first:pl-0 md:last:pr-0"
            >
              <h3 className="text-peacock mb-4 text-xl">{statement.title}</h3>
              <p className="font-heading text-heading leading-snug">{statement.text}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
