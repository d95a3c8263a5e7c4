import home from '#content/home.json' with { type: 'json' }
import testimonials from '#content/testimonials.json' with { type: 'json' }
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { CarouselControls } from './carousel-controls.tsx'
import { TestimonialSlide } from './testimonial-slide.tsx'
import { useRotation } from './use-rotation.ts'

/**
 * A carousel after the pattern of the WAI-ARIA practices. Before its script has come, and
 * without it, every testimonial is there to read; the room it takes is the same.
 */
export function Testimonials() {
  const hydrated = useHydrated()
  const rotation = useRotation(testimonials.length)
  const { index, rotating, hold } = rotation
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only stands still while used
    <section
      aria-roledescription="carousel"
      aria-labelledby="testimonials"
      className="bg-ink text-paper jali"
      onPointerEnter={() => hold({ pointer: true })}
      onPointerLeave={() => hold({ pointer: false })}
      onFocus={() => hold({ focus: true })}
      onBlur={({ currentTarget, relatedTarget }) =>
        hold({ focus: currentTarget.contains(relatedTarget) })
      }
    >
      <div className="bg-ink/70">
        <div className="wrap grid gap-x-16 gap-y-5 py-12 md:gap-y-8 md:py-28 lg:grid-cols-[20rem_1fr] lg:grid-rows-[auto_1fr]">
          <h2 id="testimonials" className="text-title">
            {home.testimonials.title}
          </h2>
          <CarouselControls
            names={testimonials.map(({ name }) => name)}
            rotation={rotation}
            className={`noscript:hidden self-end max-lg:order-last ${hydrated ? '' : 'invisible'}`}
          />
          <div
            id="testimonial-slides"
            data-stacked={hydrated}
            aria-live={rotating ? 'off' : 'polite'}
            className="carousel-slides lg:col-start-2 lg:row-span-2 lg:row-start-1"
          >
            {testimonials.map((testimonial, position) => (
              <TestimonialSlide
                key={testimonial.name}
                testimonial={testimonial}
                label={`${position + 1} of ${testimonials.length}`}
                shown={!hydrated || position === index}
              />
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}
