import { useMemo, useState } from "react";
import { Provider } from "urql";
import { Router } from "wouter";
import { createGraphClient } from "./graph/client.ts";
import { type Credentials, forgetKey, keepKey, storedCredentials } from "./graph/session.ts";
import { SignIn } from "./pages/sign-in.tsx";
import { SignedIn } from "./pages/signed-in.tsx";

/** The whole application: the sign-in page, or what is behind it. */
export default function Explorer() {
  const [credentials, setCredentials] = useState<Credentials | null>(storedCredentials);
  const [wasRefused, setRefused] = useState(false);
  const client = useMemo(() => {
    if (credentials === null) return null;
    return createGraphClient(credentials, () => {
      forgetKey();
      setCredentials(null);
      setRefused(true);
    });
  }, [credentials]);
  if (client === null)
    return (
      <SignIn
        wasRefused={wasRefused}
        onKey={(key) => {
          keepKey(key);
          setRefused(false);
          setCredentials({ kind: "key", key });
        }}
      />
    );
  const signOut = () => {
    forgetKey();
    setRefused(false);
    setCredentials(null);
  };
  return (
    <Provider value={client}>
      <Router base="/explorer">
        <SignedIn onSignOut={signOut} />
      </Router>
    </Provider>
  );
}
