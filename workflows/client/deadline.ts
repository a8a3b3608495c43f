import { InterceptingCall, type Interceptor } from "@grpc/grpc-js";

/**
 * Gives every call to the server the same time limit, in milliseconds. `Connection.withDeadline` would use an
 * AsyncLocalStorage, which turns on async_hooks for the whole process and slows each promise of every request.
 */
export const deadlineInterceptor =
  (milliseconds: number): Interceptor =>
  (options, nextCall) =>
    new InterceptingCall(nextCall({ ...options, deadline: Date.now() + milliseconds }));
