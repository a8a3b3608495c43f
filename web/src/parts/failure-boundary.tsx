import { Component, type ReactNode } from "react";
import { Icon } from "./icon.tsx";

/**
 * Shows what to do where a part of the page could not be loaded or drawn. After an upgrade of the server, an open page
 * asks for files that the new version does not have.
 */
export class FailureBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="notice notice-bad" role="alert">
        <Icon name="warning" />
        <div>
          <strong>This page could not be shown</strong>
          <p>The server may have been upgraded since you opened it, or cannot be reached.</p>
          <button type="button" className="button button-small" onClick={() => location.reload()}>
            Load it again
          </button>
        </div>
      </div>
    );
  }
}
