import about from '#content/about.json' with { type: 'json' }

const { title, figures } = about.impact

export function OurImpact() {
  return (
    <section className="bg-ink text-paper jali" aria-labelledby="impact">
      <div className="bg-ink/70">
        <div className="wrap pt-16 pb-20 md:pt-24 md:pb-28">
          <h2 id="impact" className="text-title mb-10">
            {title}
          </h2>
          <dl className="grid grid-cols-2 narrow:grid-cols-1 gap-x-8 gap-y-10 lg:grid-cols-4">
            {figures.map(({ value, label }) => (
              <div
                key={label}
                className="border-marigold flex flex-col-reverse justify-end gap-2 border-t-2 pt-5"
              >
                <dt className="text-ink-pale">{label}</dt>
                <dd className="font-heading text-hero">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  )
}
