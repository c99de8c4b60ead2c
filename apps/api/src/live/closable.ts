/**
 * A generator that ends at once when its reader leaves. `return()` on an async generator waits for the
 * value it is waiting for, which may never come: so whatever it waits on is ended first.
 */
export function closable<T>(
  generator: AsyncGenerator<T>,
  end: () => void,
): AsyncIterableIterator<T> {
  return {
    next: () => generator.next(),
    return: () => {
      end();
      return generator.return(undefined);
    },
    throw: (error) => {
      end();
      return generator.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
